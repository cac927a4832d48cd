"""A small GAN: python -m ganlib --steps 2"""
